import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRecord, writeRecord } from './release-records.ts';

const release = { version: '1.0.0', commit: 'a'.repeat(40), date: '2026-11-22T13:00:00Z' };

test('a service without a record was never released', () => {
  expect(readRecord(workspaceWith(undefined), 'contacts')).toEqual({ service: 'contacts', releases: [] });
});

test('a record is read as it stands', () => {
  const record = { service: 'contacts', releases: [release] };
  expect(readRecord(workspaceWith(record), 'contacts')).toEqual(record);
});

test('a record is written as it is read', () => {
  const workspace = workspaceWith(undefined);
  const record = { service: 'contacts', releases: [release] };
  writeRecord(workspace, record);
  expect(readRecord(workspace, 'contacts')).toEqual(record);
});

test.each([
  ['of another service', { service: 'webhooks', releases: [] }, 'is of webhooks'],
  ['a version with letters', { service: 'contacts', releases: [{ ...release, version: 'v1' }] }, 'v1 is no version'],
  ['a short commit', { service: 'contacts', releases: [{ ...release, commit: 'abc' }] }, '1.0.0 has no commit'],
  ['a date that is none', { service: 'contacts', releases: [{ ...release, date: 'soon' }] }, '1.0.0 has no date'],
])('a record is refused: %s', (_, record, message) => {
  expect(() => readRecord(workspaceWith(record), 'contacts')).toThrow(`releases/contacts.json: ${message}`);
});

function workspaceWith(record: object | undefined): string {
  const workspace = mkdtempSync(path.join(tmpdir(), 'releases-'));
  mkdirSync(path.join(workspace, 'releases'));
  if (record !== undefined) writeFileSync(path.join(workspace, 'releases', 'contacts.json'), JSON.stringify(record));
  return workspace;
}
