import { PassThrough } from 'node:stream';
import { BodyRoom } from './body-room.ts';

const MB = 1024 * 1024;

describe('the room for bodies', () => {
  it('lets in what fits, and the next when an answer is sent', async () => {
    const { enter, entered } = roomFor(10 * MB);
    const first = enter('first', 6 * MB);
    const second = enter('second', 6 * MB);
    await first.in;
    expect(entered).toEqual(['first']);

    first.answer.end();
    first.answer.resume();
    await second.in;
    expect(entered).toEqual(['first', 'second']);
  });

  it('gives back what a client held that went away, and skips one that went while it waited', async () => {
    const { enter, entered } = roomFor(10 * MB);
    const first = enter('first', 10 * MB);
    const second = enter('second', 10 * MB);
    const third = enter('third', 10 * MB);
    second.answer.destroy();
    first.answer.destroy();
    await third.in;
    expect(entered).toEqual(['first', 'third']);
  });

  it('lets a small body by, and no large one before those that came first', async () => {
    const { enter, entered } = roomFor(10 * MB);
    enter('large', 8 * MB);
    enter('larger', 9 * MB);
    enter('late', MB);
    await enter('small', 1024).in;
    expect(entered).toEqual(['large', 'small']);
  });
});

function roomFor(bytes: number) {
  const room = new BodyRoom(bytes);
  const entered: string[] = [];
  const enter = (name: string, size: number) => {
    const answer = new PassThrough();
    return { answer, in: room.enter(size, answer).then(() => entered.push(name)) };
  };
  return { enter, entered };
}
