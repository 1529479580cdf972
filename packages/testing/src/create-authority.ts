import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import forge from 'node-forge';

export type CertificateFiles = {
  GRPC_TLS_CERT_FILE: string;
  GRPC_TLS_KEY_FILE: string;
  GRPC_TLS_CA_FILE: string;
};

export interface Authority {
  /** The certificate in PEM format. */
  readonly certificate: string;
  /** Writes the three files of a program with this name. A second call creates new files. */
  issue(name: string, folder: string): CertificateFiles;
}

// This package is imported as a whole, because it is a CommonJS package without named exports.
const { md, pki } = forge;
const HOUR_MS = 3_600_000;
let serial = 0;

export function createAuthority(): Authority {
  const own = newKeys();
  const subject = [{ name: 'commonName', value: `Test authority ${process.pid}-${++serial}` }];
  const root = blank(own.publicKey, subject);
  root.setIssuer(subject);
  root.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true },
  ]);
  sign(root, own.privateKey);
  const certificate = pki.certificateToPem(root);

  const issue = (name: string, folder: string): CertificateFiles => {
    const keys = newKeys();
    const leaf = blank(keys.publicKey, [{ name: 'commonName', value: name }]);
    leaf.setIssuer(subject);
    leaf.setExtensions([
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: name }] },
    ]);
    sign(leaf, own.privateKey);
    const file = (ending: string, content: string) => {
      const path = join(folder, `${name}.${ending}`);
      writeFileSync(path, content);
      return path;
    };
    return {
      GRPC_TLS_CERT_FILE: file('crt', pki.certificateToPem(leaf)),
      GRPC_TLS_KEY_FILE: file('key', pki.privateKeyToPem(keys.privateKey)),
      GRPC_TLS_CA_FILE: file('ca.crt', certificate),
    };
  };
  return { certificate, issue };
}

const DNS_NAME = 2;

/** Uses Node's generator, because a key in pure JavaScript would take seconds. */
function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return { publicKey: pki.publicKeyFromPem(publicKey), privateKey: pki.privateKeyFromPem(privateKey) };
}

function blank(
  publicKey: forge.pki.rsa.PublicKey,
  subject: forge.pki.CertificateField[],
): forge.pki.Certificate {
  const certificate = pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = (++serial).toString(16).padStart(2, '0');
  certificate.validity.notBefore = new Date(Date.now() - HOUR_MS);
  certificate.validity.notAfter = new Date(Date.now() + HOUR_MS);
  certificate.setSubject(subject);
  return certificate;
}

const sign = (certificate: forge.pki.Certificate, key: forge.pki.rsa.PrivateKey): void =>
  certificate.sign(key, md.sha256.create());
