export function importChains(workspace: string): {
  importChain(
    specifier: string,
    importer: string,
    isSought: (specifier: string) => boolean,
  ): readonly string[] | undefined;
  isProject(specifier: string): boolean;
};
