import { it } from 'vitest'
import { KillableNode } from './killable-node.ts'
it('times', async () => {
  const node = await KillableNode.prepare()
  for (let i = 0; i < 3; i++) {
    console.error('START', await node.start())
    await node.kill()
  }
  await node.close()
}, 90_000)
