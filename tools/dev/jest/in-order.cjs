/** A sequencer of jest: the files run in the order in which TEST_FILES lists them. */
const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

module.exports = class InOrder extends Sequencer {
  sort(tests) {
    const listed = readFileSync(process.env.TEST_FILES, 'utf8').split('\n');
    return [...tests].sort((left, right) => listed.indexOf(left.path) - listed.indexOf(right.path));
  }
};
