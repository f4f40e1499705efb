//! Who we are, for the server. Nothing of it is ever printed: `Debug` names the kind only.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ring::signature::Ed25519KeyPair;
use serde_json::{Map, Value};

/// No file with credentials is longer.
const LONGEST_FILE: u64 = 64 * 1024;
const HOW: &str = "it holds two lines `user = NAME` and `password = …`, or `token = …`, or an nkey's seed (SU…), or what `nsc` wrote (.creds)";

/// What is shown to a server, and whom an encrypted connection trusts.
#[derive(Clone, Default)]
pub struct Credentials {
    proof: Proof,
    /// Certificates (PEM) to trust in place of the system's.
    authorities: Option<PathBuf>,
}

#[derive(Clone, Default)]
enum Proof {
    #[default]
    Nothing,
    Password {
        user: String,
        password: String,
    },
    Token(String),
    /// A seed, and what somebody signed about its public key.
    Key {
        seed: [u8; 32],
        public: String,
        jwt: Option<String>,
    },
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.proof {
            Proof::Nothing => "no credentials",
            Proof::Password { .. } => "a user and a password",
            Proof::Token(_) => "a token",
            Proof::Key { .. } => "a key",
        })
    }
}

impl Credentials {
    pub fn none() -> Self {
        Self::default()
    }

    pub fn password(user: String, password: String) -> Self {
        Self { proof: Proof::Password { user, password }, authorities: None }
    }

    pub fn token(token: String) -> Self {
        Self { proof: Proof::Token(token), authorities: None }
    }

    /// From the text of a seed (`SU…`).
    pub fn seed(text: &str) -> io::Result<Self> {
        let (seed, public) = read_seed(text.trim())
            .ok_or_else(|| wrong("this is no seed of a user's nkey (SU…)"))?;
        Ok(Self { proof: Proof::Key { seed, public, jwt: None }, authorities: None })
    }

    /// What kind of credentials a file has is seen from what is in it.
    pub fn from_file(path: &Path) -> io::Result<Self> {
        let about = |error: io::Error| {
            io::Error::new(
                error.kind(),
                format!("cannot use the credentials in {}: {error}", path.display()),
            )
        };
        let length = std::fs::metadata(path).map_err(about)?.len();
        if length > LONGEST_FILE {
            return Err(about(wrong("it is too long")));
        }
        Self::from_text(&std::fs::read_to_string(path).map_err(about)?).map_err(about)
    }

    pub fn with_authorities(mut self, file: Option<PathBuf>) -> Self {
        self.authorities = file;
        self
    }

    pub(crate) fn authorities(&self) -> Option<&Path> {
        self.authorities.as_deref()
    }

    fn from_text(text: &str) -> io::Result<Self> {
        if let Some(jwt) = between(text, "NATS USER JWT") {
            let seed = between(text, "USER NKEY SEED")
                .ok_or_else(|| wrong("it has a JWT without a seed"))?;
            let (seed, public) =
                read_seed(seed).ok_or_else(|| wrong("the seed in it is damaged"))?;
            return Ok(Self {
                proof: Proof::Key { seed, public, jwt: Some(jwt.to_owned()) },
                authorities: None,
            });
        }
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        if let [seed] = lines[..]
            && seed.starts_with("SU")
        {
            return Self::seed(seed);
        }
        let value = |name: &str| {
            let of_line = |line: &&str| {
                line.split_once(['=', ':'])
                    .filter(|(key, _)| key.trim() == name)
                    .map(|(_, value)| value.trim().trim_matches('"').to_owned())
            };
            lines.iter().find_map(of_line)
        };
        match (value("user"), value("password"), value("token")) {
            (Some(user), Some(password), None) if lines.len() == 2 => {
                Ok(Self::password(user, password))
            }
            (None, None, Some(token)) if lines.len() == 1 => Ok(Self::token(token)),
            _ => Err(wrong(HOW)),
        }
    }

    /// What the greeting says about us. A server that wants a signature sent something to sign.
    pub(crate) fn greeting(
        &self,
        nonce: Option<&str>,
        fields: &mut Map<String, Value>,
    ) -> io::Result<()> {
        let mut say = |name: &str, value: &str| fields.insert(name.to_owned(), Value::from(value));
        match &self.proof {
            Proof::Nothing => {}
            Proof::Password { user, password } => {
                say("user", user);
                say("pass", password);
            }
            Proof::Token(token) => {
                say("auth_token", token);
            }
            Proof::Key { seed, public, jwt } => {
                let nonce = nonce.ok_or_else(|| {
                    wrong(
                        "the server does not take keys; it wants a user and a password, or nothing",
                    )
                })?;
                let pair = Ed25519KeyPair::from_seed_unchecked(seed)
                    .map_err(|_| wrong("the seed is not a key"))?;
                say("sig", &base64_url(pair.sign(nonce.as_bytes()).as_ref()));
                match jwt {
                    Some(jwt) => say("jwt", jwt),
                    None => say("nkey", public),
                };
            }
        }
        Ok(())
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

/// What stands between `-----BEGIN WHAT-----` and the dashes after it.
fn between<'a>(text: &'a str, what: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("BEGIN {what}"))?;
    let (_, rest) = rest.split_once('\n')?;
    let (inside, _) = rest.split_once("---")?;
    Some(inside.trim().trim_end_matches('-').trim())
}

const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE64_URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The first five bits say that it is a seed, the next five of whom: a user.
const PREFIX_SEED: u8 = 18 << 3;
const PREFIX_USER: u8 = 20 << 3;

/// A seed, and the public key as text. Two bytes of prefix, 32 of seed, two of checksum, in base 32.
fn read_seed(text: &str) -> Option<([u8; 32], String)> {
    let bytes = from_base32(text)?;
    let (body, sum) = bytes.split_at_checked(34)?;
    let kind = ((body[0] & 7) << 5) | ((body[1] & 0xf8) >> 3);
    if sum != crc16(body).to_le_bytes() || body[0] & 0xf8 != PREFIX_SEED || kind != PREFIX_USER {
        return None;
    }
    let seed: [u8; 32] = body[2..].try_into().ok()?;
    let pair = Ed25519KeyPair::from_seed_unchecked(&seed).ok()?;
    let mut public = vec![PREFIX_USER];
    public.extend_from_slice(ring::signature::KeyPair::public_key(&pair).as_ref());
    public.extend_from_slice(&crc16(&public).to_le_bytes());
    Some((seed, to_base32(&public)))
}

fn crc16(bytes: &[u8]) -> u16 {
    let step = |sum: u16, byte: &u8| {
        (0..8).fold(sum ^ (u16::from(*byte) << 8), |sum, _| {
            if sum & 0x8000 != 0 { (sum << 1) ^ 0x1021 } else { sum << 1 }
        })
    };
    bytes.iter().fold(0, step)
}

fn from_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut kept, mut bits) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes() {
        let value = BASE32.iter().position(|&known| known == digit)?;
        kept = ((kept << 5) | u32::try_from(value).ok()?) & 0xfff;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((kept >> bits) & 0xff).ok()?);
        }
    }
    Some(bytes)
}

fn to_base32(bytes: &[u8]) -> String {
    in_digits(bytes, 5, |digit| BASE32[digit])
}

fn base64_url(bytes: &[u8]) -> String {
    in_digits(bytes, 6, |digit| BASE64_URL[digit])
}

/// In digits of so many bits, without padding.
fn in_digits(bytes: &[u8], width: u32, digit: impl Fn(usize) -> u8) -> String {
    let (mut text, mut kept, mut bits) = (String::new(), 0_usize, 0);
    let mask = (1 << width) - 1;
    for byte in bytes {
        kept = ((kept << 8) | usize::from(*byte)) & 0xffff;
        bits += 8;
        while bits >= width {
            bits -= width;
            text.push(char::from(digit((kept >> bits) & mask)));
        }
    }
    if bits > 0 {
        text.push(char::from(digit((kept << (width - bits)) & mask)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Credentials, Proof, base64_url, crc16, from_base32, to_base32};

    /// A seed made of fixed bytes, in the way that `nk -gen user` writes one.
    fn seed() -> String {
        let mut bytes =
            vec![super::PREFIX_SEED | (super::PREFIX_USER >> 5), (super::PREFIX_USER & 31) << 3];
        bytes.extend(0..32);
        bytes.extend_from_slice(&crc16(&bytes).to_le_bytes());
        to_base32(&bytes)
    }

    #[test]
    fn digits() {
        assert_eq!(base64_url(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw");
        assert_eq!(base64_url(&[0xfb, 0xff]), "-_8");
        assert_eq!(crc16(b"123456789"), 0x31c3);
        assert_eq!(from_base32(&to_base32(b"hello!")).unwrap(), b"hello!");
    }

    #[test]
    fn files() {
        let of = Credentials::from_text;
        assert!(
            matches!(of("user = me\npassword = \"two words\"\n").unwrap().proof, Proof::Password { user, password } if user == "me" && password == "two words")
        );
        assert!(
            matches!(of("# ours\ntoken: abc\n").unwrap().proof, Proof::Token(token) if token == "abc")
        );
        let seed = seed();
        assert!(seed.starts_with("SU"), "{seed}");
        assert!(
            matches!(of(&format!("{seed}\n")).unwrap().proof, Proof::Key { public, .. } if public.starts_with('U') && public.len() == 56)
        );
        let creds = format!(
            "-----BEGIN NATS USER JWT-----\na.b.c\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        assert!(
            matches!(of(&creds).unwrap().proof, Proof::Key { jwt: Some(jwt), .. } if jwt == "a.b.c")
        );
        let mut damaged = seed.clone();
        damaged.replace_range(10..11, if &seed[10..11] == "A" { "B" } else { "A" });
        for text in ["", "user = me", "password = x", &damaged, "SUX", "token = a\nuser = b"] {
            let error = of(text).unwrap_err().to_string();
            assert!(!error.contains(&damaged), "{error}");
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let shown = format!("{:?}", Credentials::password("me".into(), "hunter2".into()));
        assert!(!shown.contains("hunter2") && !shown.contains("me,"), "{shown}");
    }
}
