"""The array API standard: functions under its names and with its arguments, written on public operations."""
