# What is said under the shield.
