export { goldenEventTests } from './golden-events.ts';
export { formOfToday, goldenForm, newestForm, type GoldenForm } from './golden-forms.ts';
export { goldenFiles, hasShapeOf, type GoldenFilesOptions, type Json } from './golden-files.ts';
