/**
 * The nonce under which this page may add styles (its Content-Security-Policy names it). Read as a property: browsers hide the attribute.
 * Empty where no policy is set, as on the development server.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
