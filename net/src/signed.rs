//! Content with a signature: how adverts and chat messages are framed.

use majlis_crypto::cbor::{self, ByteString, DecodeError, Limits};
use majlis_crypto::identity::{Identity, SignTag, Signature};

/// `[content, signature]` in canonical CBOR, both byte strings.
pub(crate) fn seal(content: Vec<u8>, tag: SignTag, identity: &Identity) -> Result<Vec<u8>, cbor::EncodeError> {
    let signature = identity.sign(tag, &content);
    cbor::to_vec(&(ByteString(content), signature))
}

/// Takes the frame apart. Nothing is verified: who signed stands in the content.
pub(crate) fn unseal(bytes: &[u8], limit: usize) -> Result<(Vec<u8>, Signature), DecodeError> {
    let limits = Limits::new(limit).depth(1).items(3);
    cbor::from_slice::<(ByteString, Signature)>(bytes, &limits).map(|(content, signature)| (content.0, signature))
}
