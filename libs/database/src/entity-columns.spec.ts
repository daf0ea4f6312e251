import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columnsOf, rowOf, selected } from './entity-columns.ts';

@Entity('things')
class Thing {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ type: 'int' })
  size!: number;
}

it('an entity says how its columns are called, and of which type they are', () => {
  expect(columnsOf(Thing)).toEqual([
    { property: 'id', name: 'id', type: 'text' },
    { property: 'createdAt', name: 'created_at', type: 'timestamptz' },
    { property: 'size', name: 'size', type: 'int' },
  ]);
});

it('what is selected comes under the names of the properties, in the order of the entity', () => {
  expect(selected(Thing, 't', ['createdAt', 'id'])).toBe('t.id AS "id", t.created_at AS "createdAt"');
  expect(selected(Thing, 't')).toBe('t.id AS "id", t.created_at AS "createdAt", t.size AS "size"');
});

it('a row by its columns becomes a row by its properties, and nothing else of it is taken over', () => {
  const createdAt = new Date();
  expect(rowOf(Thing, { id: 'a', created_at: createdAt, flag: true })).toEqual({ id: 'a', createdAt });
});
