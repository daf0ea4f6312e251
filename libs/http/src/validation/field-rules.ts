/** What a pipe must know of a DTO's fields beyond class-validator's own metadata. */
export interface FieldRules {
  /** The value a field has when the request does not name it. */
  readonly defaults: Map<string, unknown>;
  /** Query parameters that may be given more than once. */
  readonly repeatable: Set<string>;
  /** What the API description says of a field. */
  readonly descriptions: Map<string, string>;
}

const noRules = (): FieldRules => ({ defaults: new Map(), repeatable: new Set(), descriptions: new Map() });

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
export function fieldRules(prototype: object): FieldRules {
  const rules = noRules();
  for (let layer: object | null = prototype; layer !== null; layer = Object.getPrototypeOf(layer) as object | null) {
    const own = rulesByPrototype.get(layer);
    for (const key of ['defaults', 'descriptions'] as const) {
      own?.[key].forEach((value: unknown, name) => {
        if (!rules[key].has(name)) (rules[key] as Map<string, unknown>).set(name, value);
      });
    }
    own?.repeatable.forEach((name) => rules.repeatable.add(name));
  }
  return rules;
}
