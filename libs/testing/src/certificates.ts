import 'reflect-metadata'; // @peculiar/x509 needs it before it is loaded
import * as x509 from '@peculiar/x509';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 24 * 60 * 60 * 1000;

/** A private certificate authority, valid for ten years, that can sign leaf certificates only. */
export async function createCertificateAuthority({ commonName }: { commonName: string }): Promise<Certificate> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm: algorithm,
    ...valid(-1, 3650),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys);
}

export interface IssueOptions {
  /** DNS names and IP addresses, as they appear in the URL. */
  readonly hosts: readonly [string, ...string[]];
  /** From and until when it is valid, in days from now. Default: from yesterday on for a year. */
  readonly days?: readonly [number, number];
  /** Default: for a server. */
  readonly usage?: 'server' | 'client';
}

/** A server's or client's certificate for these hosts. */
export async function issueCertificate(
  ca: Certificate,
  { hosts, days = [-1, 365], usage = 'server' }: IssueOptions,
): Promise<Certificate> {
  const issuer = new x509.X509Certificate(ca.certPem);
  const pkcs8 = x509.PemConverter.decodeFirst(ca.keyPem);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [hosts[0]] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    ...valid(...days),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([
        usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
      ]),
      alternativeNames(hosts),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return toPem(certificate, keys);
}

/** A server certificate that vouches for itself. */
export async function selfSignedCertificate({ hosts }: Pick<IssueOptions, 'hosts'>): Promise<Certificate> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [hosts[0]] }],
    keys,
    signingAlgorithm: algorithm,
    ...valid(-1, 365),
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      alternativeNames(hosts),
    ],
  });
  return toPem(certificate, keys);
}

export interface TestCertificate {
  /** What a client must trust. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A fresh authority and a certificate for 127.0.0.1, ::1 and localhost. */
export async function testCertificate(): Promise<TestCertificate> {
  const ca = await createCertificateAuthority({ commonName: 'Test authority' });
  const leaf = await issueCertificate(ca, { hosts: ['localhost', '127.0.0.1', '::1'] });
  return { ca: ca.certPem, cert: leaf.certPem, key: leaf.keyPem };
}

function alternativeNames(hosts: readonly string[]): x509.SubjectAlternativeNameExtension {
  const names = hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value }));
  return new x509.SubjectAlternativeNameExtension(names);
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** In days from now; from yesterday on, so that a clock that is a little behind accepts it. */
function valid(from: number, until: number): { notBefore: Date; notAfter: Date; serialNumber: string } {
  const now = Date.now();
  const serialNumber = `4${randomBytes(15).toString('hex')}a`; // positive: the first bit is 0
  return { notBefore: new Date(now + from * dayMs), notAfter: new Date(now + until * dayMs), serialNumber };
}

async function toPem(certificate: x509.X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<Certificate> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { certPem: `${certificate.toString('pem')}\n`, keyPem: `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n` };
}
