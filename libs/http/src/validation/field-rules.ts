/** What a pipe must know of a DTO's fields beyond class-validator's own metadata. */
export interface FieldRules {
  /** The value a field has when the request does not name it. */
  readonly defaults: Map<string, unknown>;
  /** Query parameters that may be given more than once. */
  readonly repeatable: Set<string>;
}

const rulesByPrototype = new WeakMap<object, FieldRules>();

/** The rules noted on one class, made when first asked for. For decorators. */
export function ownFieldRules(prototype: object): FieldRules {
  const known = rulesByPrototype.get(prototype);
  if (known !== undefined) return known;
  const rules: FieldRules = { defaults: new Map(), repeatable: new Set() };
  rulesByPrototype.set(prototype, rules);
  return rules;
}

/** The rules of a class and of those it extends. */
export function fieldRules(prototype: object): FieldRules {
  const rules: FieldRules = { defaults: new Map(), repeatable: new Set() };
  for (let layer: object | null = prototype; layer !== null; layer = Object.getPrototypeOf(layer) as object | null) {
    const own = rulesByPrototype.get(layer);
    own?.defaults.forEach((value, name) => {
      if (!rules.defaults.has(name)) rules.defaults.set(name, value);
    });
    own?.repeatable.forEach((name) => rules.repeatable.add(name));
  }
  return rules;
}
