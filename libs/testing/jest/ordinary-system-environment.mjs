// Jest's environment of Node, with the system that the files of a run share.
import { TestEnvironment } from 'jest-environment-node';
import { ordinarySystem, stopOrdinarySystem } from './ordinary-system.mjs';

// A worker does not hear of the end of the run: there, each file has a system of its own.
const isWorker = process.send !== undefined;

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.ordinarySystem = ordinarySystem;
  }

  async teardown() {
    if (isWorker) await stopOrdinarySystem();
    await super.teardown();
  }
}
