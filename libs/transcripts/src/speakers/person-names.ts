const LONGEST_NAME = 256;
// Letters that Unicode does not take apart into a base letter and a mark.
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};

/**
 * The forms under which a name may be compared: whole, without a suffix ("Dana Reyes (Acme)", "Dana Reyes - Acme"), and turned
 * round where it is "Reyes, Dana". Case, diacritics, apostrophes and spacing do not count. Two names are the same person's if they share
 * a form.
 */
export function nameForms(name: string): ReadonlySet<string> {
  const forms = new Set<string>();
  if (name.length > LONGEST_NAME) return forms;
  for (const variant of withoutSuffixes(name)) {
    forms.add(fold(variant));
    const [last = '', first = '', ...more] = variant.split(',');
    if (more.length === 0 && first.trim() !== '' && last.trim() !== '') forms.add(fold(`${first} ${last}`));
  }
  forms.delete('');
  return forms;
}

/** E-mail addresses and other words with a dot in them (`acme.example`) that a label holds, in lower case. */
export function addressesIn(label: string): readonly string[] {
  if (label.length > LONGEST_NAME) return [];
  return label
    .toLowerCase()
    .split(/[\s()[\]<>{}|,;"]+/)
    .map((word) => word.replace(/^mailto:/, ''))
    .filter((word) => word.includes('.') && !word.startsWith('.') && !word.endsWith('.'));
}

/** The domain of an email address, or the text itself where it is no address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Whether a domain is one of these or lies below one of them. */
export function isWithinDomains(domain: string, domains: readonly string[]): boolean {
  return domains.some((own) => domain === own || domain.endsWith(`.${own}`));
}

function withoutSuffixes(name: string): string[] {
  const variants = [name];
  let rest = name.trim();
  while (/[)\]]$/.test(rest)) {
    const open = Math.max(rest.lastIndexOf('('), rest.lastIndexOf('['));
    if (open <= 0) break;
    rest = rest.slice(0, open).trim();
    variants.push(rest);
  }
  const dash = /\s[-–—|/@]\s/.exec(rest);
  if (dash) variants.push(rest.slice(0, dash.index));
  return variants;
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘`´.]/gu, '')
    .replace(/[ßæœøđðłħıþ]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
