export { Faults } from './faults.ts'
export { serveSimulator, type RunningSimulator, type SimulatorAnswer, type SimulatorRequest } from './serve.ts'
