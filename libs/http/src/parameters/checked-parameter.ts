/** A parameter of a handler, and the description of what its pipe lets pass. */
export function checkedParameter(parameter: ParameterDecorator, description: MethodDecorator): ParameterDecorator {
  return (prototype, method, index) => {
    parameter(prototype, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, method ?? '');
    if (method !== undefined && descriptor !== undefined) description(prototype, method, descriptor);
  };
}
