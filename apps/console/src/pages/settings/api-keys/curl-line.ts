/** What a person types to see that a key works. */
export function curlLine(origin: string, apiKey: string): string {
  return `curl "${origin}/v1/calls?limit=5" \\\n  -H "Authorization: Bearer ${apiKey}"`;
}
