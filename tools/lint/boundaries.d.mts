interface Entry {
  readonly sourceTag?: string;
  readonly allSourceTags?: readonly string[];
  readonly onlyDependOnLibsWithTags: readonly string[];
}
export const scopeAxis: readonly Entry[];
export const typeAxis: readonly Entry[];
export const domainFolders: readonly string[];
