//! One connection to a server, plain or encrypted. One thread reads, any thread writes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore};

use crate::address::Address;

/// How long a server may take for the next step of a connection.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// Where systems keep the certificates that they trust.
const SYSTEM_AUTHORITIES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Locks in this crate are held for moments and guard data that is whole at any time, so that a panic elsewhere does not matter.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
pub(crate) struct Socket {
    stream: TcpStream,
    /// Held while bytes are written, so that two messages do not mix.
    writing: Mutex<Option<ClientConnection>>,
}

impl Socket {
    pub(crate) fn connect(address: &Address) -> io::Result<Self> {
        let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host is not known");
        for candidate in (address.host.as_str(), address.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&candidate, PATIENCE) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_read_timeout(Some(PATIENCE))?;
                    // A server that takes nothing for so long is as good as gone: the connection is made anew.
                    stream.set_write_timeout(Some(PATIENCE * 2))?;
                    return Ok(Self { stream, writing: Mutex::new(None) });
                }
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// From now on everything is encrypted.
    pub(crate) fn encrypt(&self, address: &Address, authorities: Option<&Path>) -> io::Result<()> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?;
        let config = config.with_root_certificates(trusted(authorities)?).with_no_client_auth();
        let name = ServerName::try_from(address.host.clone()).map_err(|_| {
            io::Error::new(io::ErrorKind::InvalidInput, "the host's name fits no certificate")
        })?;
        let mut connection =
            ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
        while connection.is_handshaking() {
            connection.complete_io(&mut &self.stream).map_err(|error| {
                io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    format!("no encrypted connection: {error}"),
                )
            })?;
        }
        *lock(&self.writing) = Some(connection);
        Ok(())
    }

    /// Waits for bytes, for as long as the time limit of `wait` says.
    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        if lock(&self.writing).is_none() {
            return (&self.stream).read(buffer);
        }
        loop {
            // What is waiting in the socket is not plain text: nobody else waits meanwhile.
            let mut sealed = [0; 16 * 1024];
            let count = (&self.stream).read(&mut sealed)?;
            let mut guard = lock(&self.writing);
            let Some(connection) = guard.as_mut() else { return Ok(0) };
            if count == 0 {
                return Ok(0);
            }
            let mut left = &sealed[..count];
            let mut plain = Vec::new();
            while !left.is_empty() {
                connection.read_tls(&mut left)?;
                let state = connection.process_new_packets().map_err(io::Error::other)?;
                let start = plain.len();
                plain.resize(start + state.plaintext_bytes_to_read(), 0);
                connection.reader().read_exact(&mut plain[start..])?;
            }
            while connection.wants_write() {
                connection.write_tls(&mut &self.stream)?;
            }
            if !plain.is_empty() {
                // A sealed block holds less plain text than it is long.
                let fits = buffer
                    .get_mut(..plain.len())
                    .ok_or_else(|| io::Error::other("the buffer is too small"))?;
                fits.copy_from_slice(&plain);
                return Ok(plain.len());
            }
        }
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut guard = lock(&self.writing);
        let written = match guard.as_mut() {
            None => (&self.stream).write_all(bytes),
            Some(connection) => bytes.chunks(16 * 1024).try_for_each(|piece| {
                connection.writer().write_all(piece)?;
                while connection.wants_write() {
                    connection.write_tls(&mut &self.stream)?;
                }
                Ok(())
            }),
        };
        if written.is_err() {
            // Half of a message may be out: nothing sensible can follow it.
            self.close();
        }
        written
    }

    pub(crate) fn wait(&self, patience: Duration) -> io::Result<()> {
        self.stream.set_read_timeout(Some(patience))
    }

    pub(crate) fn close(&self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn trusted(authorities: Option<&Path>) -> io::Result<RootCertStore> {
    let file = match authorities {
        Some(file) => file,
        None => SYSTEM_AUTHORITIES.iter().map(Path::new).find(|file| file.exists()).ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, "this system has no certificates to trust: install the package ca-certificates, or name a file in RADDLE_NATS_CA")
        })?,
    };
    let about = |why: String| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("cannot read certificates from {}: {why}", file.display()),
        )
    };
    let mut store = RootCertStore::empty();
    for certificate in
        CertificateDer::pem_file_iter(file).map_err(|error| about(error.to_string()))?
    {
        // Systems keep odd ones among them, which others skip, too.
        let _ = store.add(certificate.map_err(|error| about(error.to_string()))?);
    }
    if store.is_empty() {
        return Err(about("there is none in it".to_owned()));
    }
    Ok(store)
}
