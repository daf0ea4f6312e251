import { X509Certificate } from 'node:crypto';
import { createCertificateAuthority, issueCertificate } from './certificates.ts';

describe('certificates', () => {
  it('issues a leaf that its authority has signed, for the hosts that were named', async () => {
    const ca = await createCertificateAuthority({ commonName: 'Local authority' });
    const issued = await issueCertificate(ca, { hosts: ['receiver.test', '127.0.0.1'] });
    const [authority, leaf] = [new X509Certificate(ca.certPem), new X509Certificate(issued.certPem)];

    expect(leaf.verify(authority.publicKey)).toBe(true);
    expect(leaf.checkIssued(authority)).toBe(true);
    expect(leaf.checkHost('receiver.test')).toBe('receiver.test');
    expect(leaf.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(leaf.checkHost('other.test')).toBeUndefined();
    expect(leaf.ca).toBe(false);
    expect(authority.ca).toBe(true);
    expect(authority.subject).toBe('CN=Local authority');
  });

  it('gives every certificate its own serial number and key', async () => {
    const ca = await createCertificateAuthority({ commonName: 'Local authority' });
    const [first, second] = await Promise.all([
      issueCertificate(ca, { hosts: ['localhost'] }),
      issueCertificate(ca, { hosts: ['localhost'] }),
    ]);
    expect(new X509Certificate(first.certPem).serialNumber).not.toBe(new X509Certificate(second.certPem).serialNumber);
    expect(first.keyPem).not.toBe(second.keyPem);
  });

  it('is not accepted under another authority of the same name', async () => {
    const ca = await createCertificateAuthority({ commonName: 'Local authority' });
    const other = await createCertificateAuthority({ commonName: 'Local authority' });
    const leaf = new X509Certificate((await issueCertificate(ca, { hosts: ['localhost'] })).certPem);
    expect(leaf.verify(new X509Certificate(other.certPem).publicKey)).toBe(false);
  });
});
