import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { WhatsappSimulator } from './whatsapp.ts'

/** What the page asks. */
export async function playRoutes(_simulator: WhatsappSimulator, _request: SimulatorRequest): Promise<SimulatorAnswer> {
  return { status: 404 }
}
