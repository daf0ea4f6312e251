import { connectionRefusal, StartRefused } from '@ci/errors';

/** Connects for a program that does not wait. What an operator has to mend is thrown as one line; `variable` says where the database is. */
export async function connectOnce<T>(connect: () => Promise<T>, variable: string): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    const refusal = connectionRefusal(error);
    if (refusal === undefined) throw error;
    const { problem, detail } = refusal;
    throw new StartRefused(`The database of ${variable} ${problem}: ${detail}`, { cause: error });
  }
}
