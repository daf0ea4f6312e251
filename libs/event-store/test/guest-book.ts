import { defineEvents, DomainError, isErased, type Decider, type Erased, type StreamRef } from '@ci/domain';

/** The events of a small domain for the tests: a guest book that people sign by name. */
export type GuestBookEvent =
  | { readonly type: 'BookOpened'; readonly data: { readonly pages: number } }
  | {
      readonly type: 'Signed';
      readonly data: { readonly page: number };
      readonly personal: { readonly name: string } | Erased;
      readonly subject?: string;
    };

export type GuestBookCommand =
  | { readonly type: 'Open'; readonly pages: number }
  | { readonly type: 'Sign'; readonly name: string; readonly guestId?: string };

export interface GuestBook {
  readonly pages: number;
  readonly names: readonly (string | null)[];
}

export const guestBook: Decider<GuestBook, GuestBookCommand, GuestBookEvent> = {
  initialState: () => ({ pages: 0, names: [] }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'BookOpened':
        return { ...state, pages: event.data.pages };
      case 'Signed':
        return { ...state, names: [...state.names, isErased(event.personal) ? null : event.personal.name] };
    }
  },
  decide: (command, state) => {
    if (command.type === 'Open') {
      return state.pages > 0 ? [] : [{ type: 'BookOpened', data: { pages: command.pages } }];
    }
    if (state.names.length >= state.pages) throw new DomainError('conflict', 'The book is full.');
    return [
      {
        type: 'Signed',
        data: { page: state.names.length + 1 },
        personal: { name: command.name },
        ...(command.guestId === undefined ? {} : { subject: command.guestId }),
      },
    ];
  },
};

export const guestBookEvents = defineEvents<GuestBookEvent>({ BookOpened: { version: 1 }, Signed: { version: 1 } });

export const bookStream = (id: string, workspaceId = 'wsp_a'): StreamRef => ({
  type: 'guest-book',
  id: `guest-book-${id}`,
  workspaceId,
});

export const opened: GuestBookEvent = { type: 'BookOpened', data: { pages: 100 } };
export const signed = (page: number, name = `guest ${page}`): GuestBookEvent => ({
  type: 'Signed',
  data: { page },
  personal: { name },
});
