export { imageOf, isOfThisCommit, revisionOf, whyNoEngine } from './images.ts';
export { inside, startNetworkInfrastructure, type NetworkInfrastructure } from './network-infrastructure.ts';
export { runProgram, runSuites, startEngine, workspace, type Variables } from './run-program.ts';
export { owners, runCommand, startService, type ContainerOptions } from './service-container.ts';
