import { markedText } from './marked-text.ts';

const shown = (text: string, quotes: readonly string[]): string =>
  markedText(text, quotes)
    .map((stretch) => (stretch.marked ? `[${stretch.text}]` : stretch.text))
    .join('');

it.each([
  ['We pay. Then we go.', ['We pay.'], '[We pay.] Then we go.'],
  ['We pay. Then we go.', ['Then we go.', 'We pay.'], '[We pay.] [Then we go.]'],
  ['We pay. Then we go.', ['We pay. Then', 'Then we'], '[We pay. Then][ we] go.'],
  ['We pay.', ['We pay.', 'pay'], '[We pay.]'],
  ['We pay.', ['They pay.', ''], 'We pay.'],
  ['', ['x'], ''],
])('%j with %j', (text, quotes, expected) => {
  expect(shown(text, quotes)).toBe(expected);
});
