import { Controller, Get, Inject } from '@nestjs/common';
import { describeControllers } from './describe-controllers.ts';

class Dependency {
  readonly name = 'a dependency';
}

@Controller('v1/things')
class ThingsController {
  constructor(
    @Inject(Dependency) readonly first: Dependency,
    @Inject('token') readonly second: unknown,
  ) {
    throw new Error('it was constructed');
  }

  @Get(':id')
  get(): void {
    // Never called.
  }
}

describe('the description of controllers that do not run', () => {
  it('has their routes and the schemas, and constructs nothing', async () => {
    const { openapi, paths, components } = await describeControllers([ThingsController], {
      title: 'Things',
      schemas: { Thing: { type: 'object' } },
    });
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(['/v1/things/{id}']);
    expect(components?.schemas).toEqual({ Thing: { type: 'object' } });
  });
});
