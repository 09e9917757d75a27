export default {
  mode: 'production',
  entry: './main.js',
  output: {
    path: import.meta.dirname + '/out',
    filename: 'main.js',
    // Only for pages with Trusted Types: the policy “rspack” approves the scripts that are loaded later.
    trustedTypes: { policyName: 'rspack' },
  },
  performance: { hints: false },
};
