import { Controller, Get, Inject } from '@nestjs/common';
import { ReportService } from './report.service.js';

@Controller('report')
export class ReportController {
  readonly #reports: ReportService;

  constructor(@Inject(ReportService) reports: ReportService) {
    this.#reports = reports;
  }

  @Get()
  async show(): Promise<{ readonly orders: number }> {
    return { orders: await this.#reports.countFor('Ada') };
  }
}
