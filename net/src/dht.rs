//! Kademlia: where to find a person again, and who hosts tables of a game. Only provider records are kept, and only of those
//! who speak for themselves; values are not.

use core::num::NonZeroUsize;
use core::time::Duration;

use libp2p::kad::store::{MemoryStore, MemoryStoreConfig, RecordStore as _};
use libp2p::kad::{self, ProviderRecord, RecordKey, StoreInserts};
use libp2p::{Multiaddr, PeerId, StreamProtocol};
use majlis_crypto::identity::IdentityKey;
use majlis_rules::registry::GameId;

use crate::address::key_of;
use crate::limits::{
    MAX_KAD_PACKET, MAX_PROVIDED_KEYS, MAX_PROVIDER_ADDRESSES, MAX_PROVIDERS_PER_KEY, PROVIDER_INTERVAL, PROVIDER_LIFE,
};

/// The protocol's name: a network of its own.
pub(crate) const PROTOCOL: StreamProtocol = StreamProtocol::new("/majlis/kad/1");

/// The behaviour.
pub(crate) type Behaviour = kad::Behaviour<MemoryStore>;

/// The behaviour of a node. Whether it answers others follows from whether it knows an address at which it can be reached.
pub(crate) fn behaviour(me: PeerId) -> Behaviour {
    let store = MemoryStoreConfig {
        max_records: 0,
        max_value_bytes: 0,
        max_providers_per_key: MAX_PROVIDERS_PER_KEY,
        max_provided_keys: MAX_PROVIDED_KEYS,
    };
    let mut config = kad::Config::new(PROTOCOL);
    config
        .set_max_packet_size(MAX_KAD_PACKET)
        .set_record_filtering(StoreInserts::FilterBoth)
        .set_provider_record_ttl(Some(PROVIDER_LIFE))
        .set_provider_publication_interval(Some(PROVIDER_INTERVAL))
        .set_query_timeout(Duration::from_secs(30))
        .set_caching(kad::Caching::Disabled);
    if let Some(replication) = NonZeroUsize::new(8) {
        config.set_replication_factor(replication);
    }
    kad::Behaviour::with_config(me, MemoryStore::with_config(me, store), config)
}

/// The key under which the hosts of a game's open tables are found.
pub(crate) fn tables_of(game: GameId) -> RecordKey {
    RecordKey::new(&format!("majlis/tables/{}", game.id()))
}

/// The key under which a person is found.
pub(crate) fn person(key: &IdentityKey) -> RecordKey {
    RecordKey::new(&format!("majlis/person/{key}"))
}

/// Stores a provider record that a peer sent, if it is one that this network knows: the peer itself, as a person or as a host of
/// one of the games. So a peer can make us hold five small records and no more.
pub(crate) fn keep(kad: &mut Behaviour, mut record: ProviderRecord) -> bool {
    let Some(key) = key_of(&record.provider) else {
        return false;
    };
    let known = record.key == person(&key) || GameId::ALL.iter().any(|game| record.key == tables_of(*game));
    if !known {
        return false;
    }
    record
        .addresses
        .retain(|address: &Multiaddr| address.len() <= 2 * crate::limits::MAX_ADDRESS_BYTES);
    record.addresses.truncate(MAX_PROVIDER_ADDRESSES);
    kad.store_mut().add_provider(record).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::peer_id;
    use majlis_crypto::identity::Identity;

    #[test]
    fn only_what_a_peer_says_of_itself_is_kept() {
        let key = |seed: u8| Identity::from_secret(&[seed; 32]).key();
        let mut kad = behaviour(peer_id(&key(1)));
        let address: Multiaddr = "/ip4/192.0.2.7/tcp/4001".parse().unwrap();
        let mut give = |record_key, provider, count| {
            let record = ProviderRecord::new(record_key, provider, vec![address.clone(); count]);
            keep(&mut kad, record)
        };
        assert!(give(person(&key(2)), peer_id(&key(2)), 1000));
        assert!(give(tables_of(GameId::ALL[0]), peer_id(&key(2)), 1));
        assert!(!give(person(&key(3)), peer_id(&key(2)), 1));
        assert!(!give(RecordKey::new(&"majlis/tables/poker"), peer_id(&key(2)), 1));
        assert!(!give(RecordKey::new(&vec![0u8; 10_000]), peer_id(&key(2)), 1));
        assert!(!give(person(&key(2)), PeerId::random(), 1));
        let kept = kad.store_mut().providers(&person(&key(2)));
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].addresses.len(), MAX_PROVIDER_ADDRESSES);
    }
}
