export default {
  mode: 'production',
  entry: './main.js',
  output: { path: import.meta.dirname + '/out', filename: 'main.js' },
  performance: { hints: false },
};
