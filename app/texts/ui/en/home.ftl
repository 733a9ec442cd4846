# What is said at the home screen, first start, settings and rules.
