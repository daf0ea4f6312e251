import { objectionsTo } from './only-adds.ts';

const reasons = async (...statements: readonly string[]) => (await objectionsTo(statements)).map(({ why }) => why);

describe('what only adds', () => {
  it.each([
    'CREATE TABLE notes (id text PRIMARY KEY, text text NOT NULL CHECK (length(text) < 100))',
    'ALTER TABLE contact_calls ADD COLUMN rep_id text',
    'ALTER TABLE contact_calls ADD COLUMN rank int NOT NULL DEFAULT 0',
    'ALTER TABLE contact_calls ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY',
    'CREATE INDEX contact_calls_of_rep ON contact_calls (rep_id)',
    'ALTER TABLE contacts ADD CONSTRAINT named CHECK (name IS NOT NULL) NOT VALID',
    'ALTER TABLE contacts VALIDATE CONSTRAINT named',
    'ALTER TABLE contacts SET (fillfactor = 50)',
    'CREATE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'GRANT SELECT ON contacts TO reader',
    `SET LOCAL lock_timeout = '2s'`,
    `COMMENT ON TABLE contacts IS 'People.'`,
  ])('%s', async (statement) => {
    expect(await reasons(statement)).toEqual([]);
  });

  it('is also anything that is done to a table or a column that was just made', async () => {
    const made = await reasons(
      'CREATE TABLE notes (id text, contact text)',
      'ALTER TABLE notes ENABLE ROW LEVEL SECURITY',
      'CREATE POLICY own ON notes USING (true)',
      'CREATE UNIQUE INDEX notes_id ON notes (id)',
      'ALTER TABLE notes ALTER COLUMN contact SET NOT NULL',
      `INSERT INTO notes VALUES ('a', 'b')`,
      'DROP TABLE notes',
      'ALTER TABLE contacts ADD COLUMN rank int',
      'UPDATE contacts SET rank = 1',
      'CREATE UNIQUE INDEX contacts_rank ON contacts (rank)',
    );
    expect(made).toEqual([]);
  });

  it('is no unique index on a new column that others fill without knowing', async () => {
    for (const [type, unique] of [
      ['int NOT NULL DEFAULT 0', ''],
      ['int', ' NULLS NOT DISTINCT'],
    ])
      expect(
        await reasons(
          `ALTER TABLE contacts ADD COLUMN rank ${type}`,
          `CREATE UNIQUE INDEX contacts_rank ON contacts (rank)${unique}`,
        ),
      ).toEqual(['refuses rows that others may write']);
  });
});

describe('what is more than adding', () => {
  it.each([
    ['DROP TABLE contacts', 'takes contacts away'],
    ['ALTER TABLE contacts DROP COLUMN company', 'takes contacts.company away'],
    ['ALTER TABLE contacts RENAME COLUMN company TO firm', 'is not known to only add'],
    ['ALTER TABLE contacts RENAME TO people', 'is not known to only add'],
    ['ALTER TABLE contacts ALTER COLUMN call_count TYPE bigint', 'is not known to only add'],
    ['ALTER TABLE contacts ALTER COLUMN name SET NOT NULL', 'is not known to only add'],
    ['ALTER TABLE contacts ALTER COLUMN email DROP NOT NULL', 'is not known to only add'],
    ['ALTER TABLE contacts ENABLE ROW LEVEL SECURITY', 'is not known to only add'],
    ['ALTER TABLE contacts ADD COLUMN rank int NOT NULL', 'asks for rank, which others do not write'],
    ['ALTER TABLE contacts ADD COLUMN IF NOT EXISTS rank int', 'may find another column rank'],
    ['ALTER TABLE contacts ADD COLUMN rank int UNIQUE', 'holds rank to a constraint'],
    ['ALTER TABLE contacts ADD CONSTRAINT named CHECK (name IS NOT NULL)', 'add it NOT VALID'],
    ['ALTER TABLE contacts ADD COLUMN a int, DROP COLUMN company', 'takes contacts.company away'],
    ['CREATE TABLE notes (contact text REFERENCES contacts (id))', 'holds rows of contacts that others may delete'],
    ['CREATE TABLE IF NOT EXISTS contacts (id text)', 'may find another table of that name'],
    ['CREATE UNIQUE INDEX contacts_name ON contacts (name)', 'refuses rows that others may write'],
    ['CREATE POLICY own ON contacts USING (true)', 'changes who sees which rows'],
    ['CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$', 'replaces what others call'],
    ['DROP INDEX contacts_email', 'takes contacts_email away'],
    ['ALTER TABLE contacts DROP CONSTRAINT contacts_email_key', 'takes contacts_email_key away'],
    ['DROP FUNCTION one()', 'takes away what others may work with'],
    ['REVOKE SELECT ON contacts FROM reader', 'takes rights away'],
    [`UPDATE contacts SET name = 'x'`, 'writes contacts.name, which others read'],
    ['DELETE FROM contacts', 'is not known to only add'],
    ['TRUNCATE contacts', 'is not known to only add'],
    ['SELECT pg_advisory_lock(1)', 'is not known to only add'],
    ['DO $$ BEGIN DELETE FROM contacts; END $$', 'is not known to only add'],
    [`SET lock_timeout = '2s'`, 'outlasts the migration'],
  ])('%s', async (statement, reason) => {
    expect(await reasons(statement)).toEqual([expect.stringContaining(reason)]);
  });

  it('names the statement, shortened', async () => {
    const [objection] = await objectionsTo([`DROP TABLE\n   contacts, ${'very_'.repeat(20)}long`]);
    expect(objection?.statement).toMatch(/^DROP TABLE contacts, very_.*…$/);
  });

  it('may be a contract step, when the statement says so', async () => {
    const step = 'ALTER TABLE contacts DROP COLUMN company -- contract step';
    expect(await objectionsTo([step])).toEqual([
      { statement: step, why: 'takes contacts.company away', takes: 'contacts.company' },
    ]);
    const index = 'DROP INDEX contacts_email -- contract step';
    expect(await objectionsTo([index])).toMatchObject([{ takes: 'contacts_email' }]);
    const constraint = 'ALTER TABLE contacts DROP CONSTRAINT contacts_email_key -- contract step';
    expect(await objectionsTo([constraint])).toMatchObject([{ takes: 'contacts_email_key' }]);
    const [type] = await objectionsTo(['ALTER TABLE contacts ALTER COLUMN call_count TYPE bigint -- contract step']);
    expect(type?.takes).toBeUndefined();
  });

  it('is no SQL: the parser says so', async () => {
    await expect(objectionsTo(['ALTER TABEL contacts'])).rejects.toThrow('syntax error');
  });
});
