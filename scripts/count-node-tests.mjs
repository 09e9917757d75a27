const messageOf = (error) => (error?.cause ?? error)?.message ?? '';

/**
 * A node:test reporter that prints the totals of a run, the times of its passed tests and the messages of the
 * others as JSON, e.g. `{"pass":12,"fail":0,…,"times":[{"title":"…","ms":12}],"failures":[{"title":"…","message":"…"}]}`.
 */
export default async function* countNodeTests(events) {
  const totals = {};
  const times = [];
  const failures = [];
  for await (const { type, data } of events) {
    // Node sends its totals as diagnostics of the run, e.g. "pass 12".
    const [, name, count] =
      (type === 'test:diagnostic' && /^(\w+) (\d+)$/.exec(data.message)) || [];
    if (name !== undefined && data.nesting === 0) totals[name] = Number(count);
    if (type === 'test:pass' && data.details.type !== 'suite')
      times.push({ title: data.name, ms: data.details.duration_ms });
    if (type === 'test:fail' && data.details.type !== 'suite')
      failures.push({ title: data.name, message: messageOf(data.details.error) });
  }
  yield JSON.stringify({ ...totals, times, failures });
}
