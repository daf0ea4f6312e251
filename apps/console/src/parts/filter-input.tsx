import { Autocomplete, TextInput } from '@mantine/core';
import { useSettledInput } from './settled-input.ts';

interface FilterInputProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
  readonly value: string;
  readonly onSettled: (text: string) => void;
  readonly accepts?: (text: string) => boolean;
  readonly suggestions?: readonly string[];
}

/** A filter that is typed: it counts when the typing pauses. */
export function FilterInput({ value, onSettled, accepts, suggestions, ...props }: FilterInputProps) {
  const input = useSettledInput(value, onSettled, accepts);
  const common = {
    ...props,
    value: input.value,
    autoComplete: 'off',
    spellCheck: false,
    onBlur: input.settle,
    onKeyDown: ({ key }: { readonly key: string }) => {
      if (key === 'Enter') input.settle();
    },
  };
  if (suggestions === undefined)
    return <TextInput {...common} onChange={({ currentTarget }) => input.change(currentTarget.value)} />;
  return <Autocomplete {...common} data={[...new Set(suggestions)].sort()} limit={8} onChange={input.change} />;
}
