/** A node:test reporter that prints the totals of a run as JSON, e.g. `{"pass":12,"fail":0,"skipped":0,…}`. */
export default async function* countNodeTests(events) {
  const totals = {};
  for await (const { type, data } of events) {
    // Node sends its totals as diagnostics of the run, e.g. "pass 12".
    const [, name, count] =
      (type === 'test:diagnostic' && /^(\w+) (\d+)$/.exec(data.message)) || [];
    if (name !== undefined && data.nesting === 0) totals[name] = Number(count);
  }
  yield JSON.stringify(totals);
}
