import { readContracts } from './contracts.ts';
import { plants } from './plants.ts';

describe('a wrong field', () => {
  it.each(plants)('$name changes a copy', ({ plant }) => {
    const contracts = readContracts();
    expect(plant(contracts)).not.toEqual(contracts);
    expect(contracts).toEqual(readContracts());
  });
});
