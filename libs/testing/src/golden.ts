export { goldenEventTests } from './golden-events.ts';
export { goldenFiles, hasShapeOf, type GoldenFilesOptions, type Json } from './golden-files.ts';
