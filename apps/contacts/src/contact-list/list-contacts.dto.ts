import { IsPageLimit } from '@ci/http';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

export class ListContacts {
  @IsPageLimit()
  limit!: number;

  @ApiPropertyOptional({ type: String, description: 'next_cursor of the page before.' })
  @IsOptional()
  @IsString()
  cursor?: string;

  @ApiPropertyOptional({ type: String, description: 'Exact address, in any case. Gives at most one contact.' })
  @IsOptional()
  @IsString()
  email?: string;
}
