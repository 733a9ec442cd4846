//! Whole packs: what each party knows after any order of operations, and attacks on the whole.

mod attacks;
mod knowledge;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::batch::Batch;
use crate::transcript::{Context, SUITE};

/// Some parties with their secrets, a pack, and the step they are in.
struct Table {
    secrets: Vec<DeckSecret>,
    pack: Pack,
    step: u64,
    rng: StdRng,
}

impl Table {
    /// Parties 0 to `parties` - 1 with an unshuffled pack of `cards` cards of a kind of `cards` faces.
    fn new(parties: u8, cards: u8, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let secrets: Vec<DeckSecret> = (0..parties).map(|_| DeckSecret::generate(&mut rng)).collect();
        let kind = Kind::new("test", (0..cards).map(|n| n.to_string())).unwrap();
        let holders = (0..).map(Party).zip(secrets.iter().map(|s| *s.keys())).collect();
        let pack = Pack::new(3, kind.clone(), kind.faces(), holders).unwrap();
        Self {
            secrets,
            pack,
            step: 0,
            rng,
        }
    }

    /// The same, shuffled by all.
    fn shuffled(parties: u8, cards: u8, seed: u64) -> Self {
        let mut table = Self::new(parties, cards, seed);
        for party in 0..parties {
            table.shuffle(party).unwrap();
        }
        table
    }

    fn parties(&self) -> impl Iterator<Item = Party> + use<> {
        (0..u8::try_from(self.secrets.len()).unwrap()).map(Party)
    }

    fn secret(&self, party: Party) -> &DeckSecret {
        &self.secrets[usize::from(party.0)]
    }

    fn card(&self, index: u8) -> Handle {
        Handle {
            pack: self.pack.number(),
            index,
        }
    }

    fn context(&self, party: Party) -> Context {
        context(party, self.step)
    }

    fn shuffle(&mut self, party: u8) -> Result<(), PackError> {
        let context = self.context(Party(party));
        let message = self
            .pack
            .shuffle(&self.secrets[usize::from(party)], &context, &mut self.rng)?;
        let bytes = message.encode();
        let message = ShuffleMessage::decode(&bytes, self.pack.ciphertexts().len()).unwrap();
        self.step += 1;
        self.pack.accept_shuffle(&message, &context, &mut Check::Now)
    }

    /// Posts what `party` owes for the wishes, through encoded messages.
    fn post(&mut self, party: Party, owed: &Owed) -> Result<(), PackError> {
        let context = self.context(party);
        let secret = self.secrets[usize::from(party.0)].clone();
        if !owed.shares.is_empty() {
            let message = self.pack.share(&secret, &owed.shares, &context, &mut self.rng)?;
            let bytes = message.encode();
            assert_eq!(bytes.len(), ShareMessage::len(owed.shares.len()));
            let message = ShareMessage::decode(&bytes, owed.shares.len()).unwrap();
            self.pack
                .accept_shares(&owed.shares, &message, &context, &mut Check::Now)?;
        }
        for &(card, viewer) in &owed.looks {
            let message = self.pack.seal_look(&secret, card, viewer, &context, &mut self.rng)?;
            let message = LookMessage::decode(&message.encode()).unwrap();
            self.pack
                .accept_look(card, viewer, &message, &context, &mut Check::Now)?;
        }
        Ok(())
    }

    /// Has everybody post what the wishes need, until they need nothing.
    fn grant(&mut self, wishes: &[Wish]) {
        for _ in 0..3 {
            let owed: Vec<(Party, Owed)> = self
                .parties()
                .map(|party| (party, self.pack.owed_by(party, wishes)))
                .filter(|(_, owed)| !owed.is_empty())
                .collect();
            if owed.is_empty() {
                return;
            }
            for (party, owed) in owed {
                self.post(party, &owed).unwrap();
            }
            self.step += 1;
        }
        panic!("the wishes are not granted after three steps: {wishes:?}");
    }

    fn deal(&mut self, deal: &[(u8, u8)]) {
        let wishes: Vec<Wish> = deal
            .iter()
            .map(|&(index, party)| Wish::Look {
                card: self.card(index),
                viewer: Party(party),
            })
            .collect();
        self.grant(&wishes);
    }

    fn commit(&mut self, party: Party, cards: &[Handle]) -> Result<(), PackError> {
        let context = self.context(party);
        let secret = self.secrets[usize::from(party.0)].clone();
        let message = self.pack.commit(&secret, cards, &context, &mut self.rng)?;
        let bytes = message.encode();
        assert_eq!(bytes.len(), CommitMessage::len(cards.len()));
        let message = CommitMessage::decode(&bytes, cards.len()).unwrap();
        self.step += 1;
        self.pack.accept_commit(cards, &message, &context, &mut Check::Now)
    }

    fn prove_all_in(&mut self, party: Party, cards: &[Handle], faces: FaceSet) -> Result<(), PackError> {
        let context = self.context(party);
        let secret = self.secrets[usize::from(party.0)].clone();
        let message = self.pack.prove_all_in(&secret, cards, faces, &context, &mut self.rng)?;
        let bytes = message.encode();
        let size = self.pack.permitted(faces).len();
        assert_eq!(bytes.len(), MemberMessage::len(cards.len(), size));
        let message = MemberMessage::decode(&bytes, cards.len(), size).unwrap();
        self.pack.verify_all_in(cards, faces, &message, &context)
    }

    /// The true face of a card, from everybody's secrets.
    fn truth(&self, card: Handle) -> Face {
        let ciphertext = self.pack.ciphertext(card).unwrap();
        let shares: RistrettoPoint = self
            .secrets
            .iter()
            .map(|secret| ciphertext.c1.point() * secret.deck().expose())
            .sum();
        let point = Element::new(ciphertext.c2.point() - shares);
        self.pack.kind.find(self.pack.faces, &point).unwrap()
    }
}

fn context(party: Party, step: u64) -> Context {
    Context {
        suite: SUITE,
        match_id: [1; 32],
        epoch: 0,
        step,
        party: party.0,
        prev: [2; 32],
    }
}
