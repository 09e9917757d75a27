// Tests find an installed browser or bring @sparticuz/chromium: no download at install time.
module.exports = { skipDownload: true };
