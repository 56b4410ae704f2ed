import { scoring } from '../../scoring.ts'

/** Writes and reads what it did not say it would. */
export default scoring('nosy', {})
