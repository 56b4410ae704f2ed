throw new Error('no such luck')
