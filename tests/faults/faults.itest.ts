import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { busServer } from './bus-server.ts'
import { controls, shortControl, weaken } from './controls.ts'
import { faults, type Fault } from './faults.ts'
import { aims, missed, patientAims, type Aims } from './findings.ts'
import { Report } from './report.ts'
import { faultScene, type FaultScene } from './scene.ts'
import { trial } from './trial.ts'

/**
 * `npm run test:faults` says what is tried: every fault so often, or the controls. The suite tries the short ones once.
 */
const asked = process.env['RECADO_FAULTS']
const rounds = asked === 'control' ? 1 : Number(asked ?? 1)
const trialMs = 150_000

const bus = await busServer()
const report = new Report()
let scene: FaultScene | undefined
beforeAll(async () => {
  if (bus) scene = await faultScene(bus)
}, 120_000)
afterAll(async () => {
  await scene?.stop()
  await bus?.stop()
  if (asked !== undefined) report.publish(process.env['RECADO_FAULT_FIGURES'])
}, 60_000)

const aimsOf = (fault: Fault): Aims => ({ ...(asked === undefined ? patientAims : aims), ...fault.aims })
const faultNamed = (name: string): Fault => faults.find((fault) => fault.name === name)!

describe.runIf(bus !== undefined && asked !== 'control')('two nodes', () => {
  const tried = faults.filter(({ isShort }) => isShort || asked !== undefined)
  it.each(Array.from({ length: rounds }, () => tried).flat())(
    '$name: nobody is harmed',
    async (fault) => {
      const outcome = await trial(scene!, fault)
      const found = missed(outcome.findings, aimsOf(fault))
      report.add({ fault: fault.name, ...outcome, missed: found })
      expect(found, outcome.details.join('\n')).toEqual({})
    },
    trialMs,
  )
})

describe.runIf(bus !== undefined && (asked === undefined || asked === 'control'))('two nodes without a guard', () => {
  const tried = asked === undefined ? [shortControl] : [shortControl, ...controls]
  it.each(tried)(
    '$name, $fault: it is seen',
    async (control) => {
      const restore = await weaken(scene!, control)
      const fault = faultNamed(control.fault)
      const outcome = await trial(scene!, fault, asked === undefined ? 'providers' : 'everybody').finally(restore)
      const found = missed(outcome.findings, aimsOf(fault))
      report.add({ fault: `${fault.name}; ${control.name}`, ...outcome, missed: found })
      expect(found, outcome.details.join('\n')).toHaveProperty(control.shows)
    },
    trialMs,
  )
})
