import { TestEnvironment } from 'jest-environment-node';

/** onnxruntime makes its arrays outside the sandbox of a test and asks inside it whether they are arrays: both have to mean the same class. */
export default class NativeArraysEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.Float32Array = Float32Array;
    this.global.BigInt64Array = BigInt64Array;
  }
}
