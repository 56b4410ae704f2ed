export default { definition: { id: 'not-a-plugin', version: 'first' }, implementation: {} }
