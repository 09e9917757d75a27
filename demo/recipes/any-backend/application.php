<?php
// An application with its own session. The address /who is AUTHORIZE_URL of the backend.
session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax']);
header('Content-Type: application/json');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/who') {
    $user = $_SESSION['user'] ?? null;
    http_response_code($user === null ? 401 : 200);
    echo json_encode($user === null ? new stdClass() : ['userId' => $user]);
} elseif ($path === '/sign-in') { // your own sign-in
    session_regenerate_id(true);
    $_SESSION['user'] = 'user-ada';
    echo '{}';
} elseif ($path === '/') {
    header('Content-Type: text/html; charset=utf-8');
    readfile(__DIR__ . '/page.html');
} else {
    http_response_code(404);
    echo '{}';
}
