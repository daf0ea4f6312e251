/** What a pipe must know of a DTO's fields beyond class-validator's own metadata. */
export interface FieldRules {
  /** The value a field has when the request does not name it. */
  readonly defaults: Map<string, unknown>;
  /** Query parameters that may be given more than once. */
  readonly repeatable: Set<string>;
  /** What the API description says of a field. */
  readonly texts: Map<string, { readonly description: string; readonly example: unknown }>;
}

const noRules = (): FieldRules => ({ defaults: new Map(), repeatable: new Set(), texts: new Map() });

const rulesByPrototype = new WeakMap<object, FieldRules>();

/** The rules noted on one class, made when first asked for. For decorators. */
export function ownFieldRules(prototype: object): FieldRules {
  const known = rulesByPrototype.get(prototype);
  if (known !== undefined) return known;
  const rules = noRules();
  rulesByPrototype.set(prototype, rules);
  return rules;
}

/** The rules of a class and of those it extends. */
export function fieldRules(prototype: object | null): FieldRules {
  if (prototype === null) return noRules();
  const inherited = fieldRules(Object.getPrototypeOf(prototype) as object | null);
  const own = rulesByPrototype.get(prototype) ?? noRules();
  return {
    defaults: new Map([...inherited.defaults, ...own.defaults]),
    repeatable: new Set([...inherited.repeatable, ...own.repeatable]),
    texts: new Map([...inherited.texts, ...own.texts]),
  };
}
