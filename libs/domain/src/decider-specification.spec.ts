import { specify } from './decider-specification.ts';
import type { Decider } from './decider.ts';
import { DomainError } from './domain-error.ts';
import { erased, isErased, type Erased } from './erased.ts';

type GuestBookEvent =
  | { readonly type: 'BookOpened'; readonly data: { readonly pages: number } }
  | {
      readonly type: 'Signed';
      readonly data: { readonly page: number };
      readonly personal: { readonly name: string } | Erased;
    };
type GuestBookCommand =
  | { readonly type: 'Open'; readonly pages: number }
  | { readonly type: 'Sign'; readonly name: string };
interface GuestBook {
  readonly pages: number;
  readonly names: readonly (string | null)[];
}

const guestBook: Decider<GuestBook, GuestBookCommand, GuestBookEvent> = {
  initialState: () => ({ pages: 0, names: [] }),
  evolve: (state, event) =>
    event.type === 'BookOpened'
      ? { ...state, pages: event.data.pages }
      : { ...state, names: [...state.names, isErased(event.personal) ? null : event.personal.name] },
  decide: (command, state) => {
    if (command.type === 'Open') return state.pages > 0 ? [] : [opening(command.pages)];
    if (state.names.length >= state.pages) throw new DomainError('conflict', 'The book is full.');
    return [signed(state.names.length + 1, command.name)];
  },
};

const opening = (pages: number): GuestBookEvent => ({ type: 'BookOpened', data: { pages } });
const signed = (page: number, name = `guest ${page}`): GuestBookEvent => ({
  type: 'Signed',
  data: { page },
  personal: { name },
});
const opened = opening(100);
const onePage = opening(1);

describe('a decider that keeps its promises', () => {
  const book = specify(guestBook);

  it('is specified by the events it decides', () => {
    book
      .given([opened])
      .when({ type: 'Sign', name: 'Ada' })
      .then([signed(1, 'Ada')]);
  });

  it('is specified by deciding nothing', () => {
    book.given([opened]).when({ type: 'Open', pages: 3 }).thenNothing();
  });

  it('is specified by its refusals', () => {
    const full = book.given([onePage, signed(1)]).when({ type: 'Sign', name: 'Ada' });
    full.thenRefuses({ code: 'conflict', status: 409 });
    full.thenRefuses(DomainError);
  });

  it('is specified by its state, also after an erasure', () => {
    const given = book.given([opened, { type: 'Signed', data: { page: 1 }, personal: erased }]);
    given.thenState({ pages: 100, names: [null] });
    given.when({ type: 'Sign', name: 'Ada' }).thenState({ pages: 100, names: [null, 'Ada'] });
  });
});

describe('a specification fails', () => {
  const book = specify(guestBook);
  const changed = (part: Partial<Decider<GuestBook, GuestBookCommand, GuestBookEvent>>) =>
    specify({ ...guestBook, ...part });

  it('when other events are decided', () => {
    const when = book.given([opened]).when({ type: 'Sign', name: 'Ada' });
    expect(() => when.then([signed(1, 'Bob')])).toThrow();
    expect(() => when.then([])).toThrow();
    expect(() => when.thenNothing()).toThrow();
    expect(() => when.thenState({ pages: 100, names: [] })).toThrow();
  });

  it('when nothing is refused, or otherwise than expected', () => {
    expect(() => book.given([opened]).when({ type: 'Sign', name: 'Ada' }).thenRefuses(DomainError)).toThrow(
      'not refused',
    );
    const full = book.given([onePage, signed(1)]).when({ type: 'Sign', name: 'Ada' });
    expect(() => full.thenRefuses({ code: 'not_found' })).toThrow();
    expect(() => full.thenRefuses(TypeError)).toThrow('refused, but not with TypeError');
  });

  it('when a refusal is not expected', () => {
    expect(() =>
      book
        .given([onePage, signed(1)])
        .when({ type: 'Sign', name: 'Ada' })
        .then([signed(2, 'Ada')]),
    ).toThrow(DomainError);
  });

  it('when the decider asks the clock or chance', () => {
    let tick = 0;
    const moody = changed({ decide: () => [{ type: 'BookOpened', data: { pages: (tick += 1) } }] });
    expect(() => moody.given([]).when({ type: 'Open', pages: 1 }).then([onePage])).toThrow('decided otherwise');
  });

  it('when the decider changes what it was given', () => {
    const grabbing = changed({
      evolve: (state, event) => {
        (event.data as { pages: number }).pages = 5;
        return state;
      },
    });
    expect(() => grabbing.given([{ ...onePage }]).thenState({ pages: 0, names: [] })).toThrow(TypeError);
  });

  it('when an event is not plain JSON', () => {
    const dated = changed({ decide: () => [{ type: 'BookOpened', data: { pages: 1, at: new Date(0) } }] });
    expect(() => dated.given([]).when({ type: 'Open', pages: 1 }).then([])).toThrow('BookOpened is not plain JSON');
  });

  it('when an erased part is decided anew', () => {
    const copying = changed({ decide: () => [{ type: 'Signed', data: { page: 1 }, personal: erased }] });
    expect(() => copying.given([]).when({ type: 'Open', pages: 1 }).then([])).toThrow('erased personal part');
  });
});
