export { SimulatorClock } from './clock.ts'
export { Faults } from './faults.ts'
export { HeldQueue } from './held-queue.ts'
export { playPage } from './play-page.ts'
export { ProviderSimulator, type ListenOptions } from './provider-simulator.ts'
export { runSimulator } from './run-simulator.ts'
export { withFault, type ScriptedFault, type ScriptedRefusal } from './scripted-fault.ts'
export {
  serveSimulator,
  type RunningSimulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  type TakeOver,
} from './serve.ts'
export {
  WebhookDeliverer,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryPolicy,
  type WebhookDelivererOptions,
} from './webhook-deliverer.ts'
export { WebhookQueue } from './webhook-queue.ts'
