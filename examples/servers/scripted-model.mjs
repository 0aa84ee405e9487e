// Stands in for a model, so that the examples run without a key: it makes these calls one by one, then says what it read.
const CALLS = [
  ['load_skill', { skill_name: 'greeting', arguments: 'Alice Company formal' }],
  ['read_reference_file', { skill_name: 'api-review', file_name: 'references/errors.md' }],
  ['load_skill', { skill_name: 'skill://api-review/../../../etc/passwd' }],
]

/** What a model does next that has seen the texts of these results: a tool call, or its last words. */
export function nextStep(results) {
  const [name, input] = CALLS[results.length] ?? []
  if (name !== undefined) return { id: `call_${results.length + 1}`, name, input }
  const lines = results.map((text) => JSON.stringify(text.trim().split('\n', 1)[0]))
  return { text: `The results began with ${lines.join(', ')}.` }
}
