const textsByCode: Readonly<Record<string, string>> = {
  ADDRESS_NOT_ALLOWED: 'The host resolves to an address that deliveries may not go to.',
  ENOTFOUND: 'The host name could not be resolved.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ENODATA: 'The host name could not be resolved.',
  ECONNREFUSED: 'The connection was refused.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The host could not be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  ECONNRESET: 'The connection was closed before the answer was complete.',
  EPIPE: 'The connection was closed before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer is not valid HTTP.',
  HTTPParserError: 'The answer is not valid HTTP.',
  UND_ERR_ABORTED: 'The attempt was cancelled.',
};

const CERTIFICATE_CODE =
  /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_SSL_|EPROTO)/;

/** Why there was no answer, in words for the customer. Says nothing of our own network: no address, no path, no stack. */
export function describeFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return 'The request failed.';
  const text = textsByCode[code];
  if (text !== undefined) return text;
  if (CERTIFICATE_CODE.test(code)) return `The TLS connection could not be established (${code}).`;
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.';
  return `The request failed (${code}).`;
}

/** Connecting to several addresses fails with all their errors at once; the first one speaks for them. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, name, cause, errors } = error as Readonly<Record<string, unknown>>;
  if (name === 'AbortError') return 'UND_ERR_ABORTED';
  if (typeof code === 'string') return code;
  if (name === 'HTTPParserError') return name; // what does not even begin like HTTP has no code
  return codeOf(Array.isArray(errors) ? errors[0] : cause);
}
